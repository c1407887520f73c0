import { connect } from "node:net";
import { type Get, runFloor } from "./floor.ts";

/* The floor without any library: a socket, a request line, a Content-Length. */

function open(address: string): Get {
  const [host = "", port = ""] = address.split(":");
  const socket = connect(Number(port), host);
  socket.setNoDelay(true);
  let resolve: () => void = () => {};
  let onPiece: (piece: Buffer) => void = () => {};
  let missing = -1;
  let queue: Promise<void> = Promise.resolve();
  socket.on("data", (chunk: Buffer) => {
    if (missing < 0) {
      const end = chunk.indexOf("\r\n\r\n") + 4;
      const length = /Content-Length: (\d+)/.exec(chunk.toString("latin1", 0, end))?.[1];
      onPiece(chunk.subarray(end));
      missing = Number(length) - (chunk.byteLength - end);
    } else {
      onPiece(chunk);
      missing -= chunk.byteLength;
    }
    if (missing > 0) return;
    missing = -1;
    resolve();
  });
  return (path, take) => {
    const answer = queue.then(
      () =>
        new Promise<void>((done) => {
          resolve = done;
          onPiece = take;
          socket.write(`GET ${path} HTTP/1.1\r\nHost: ${address}\r\n\r\n`);
        }),
    );
    queue = answer;
    return answer;
  };
}

await runFloor(open);
