import { Client } from "undici";
import { type Get, runFloor } from "./floor.ts";

/* The floor with a common library: one client for each player, used without any wrapper. */

function open(address: string): Get {
  const client = new Client(`http://${address}`, {
    keepAliveTimeout: 600_000,
    keepAliveMaxTimeout: 600_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return (path, onPiece) =>
    new Promise((resolve, reject) => {
      client.dispatch(
        { method: "GET", path },
        {
          onRequestStart: () => {},
          onResponseStart: () => {},
          onResponseData: (_controller, chunk) => {
            onPiece(chunk);
          },
          onResponseEnd: () => {
            resolve();
          },
          onResponseError: (_controller, error) => {
            reject(error);
          },
        },
      );
    });
}

await runFloor(open);
