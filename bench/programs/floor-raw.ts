import { connect } from "node:net";
import { type Get, runFloor } from "./floor.ts";

/* The floor without any library: a socket, a request line, a Content-Length. */

function open(address: string): Get {
  const [host = "", port = ""] = address.split(":");
  const socket = connect(Number(port), host);
  socket.setNoDelay(true);
  let resolve: (body: Buffer) => void = () => {};
  let chunks: Buffer[] = [];
  let missing = -1;
  let queue: Promise<unknown> = Promise.resolve();
  socket.on("data", (chunk: Buffer) => {
    if (missing < 0) {
      const end = chunk.indexOf("\r\n\r\n") + 4;
      const length = /Content-Length: (\d+)/.exec(chunk.toString("latin1", 0, end))?.[1];
      chunks = [chunk.subarray(end)];
      missing = Number(length) - (chunk.byteLength - end);
    } else {
      chunks.push(chunk);
      missing -= chunk.byteLength;
    }
    if (missing > 0) return;
    missing = -1;
    resolve(chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks));
  });
  return (path) => {
    const answer = queue.then(
      () =>
        new Promise<Buffer>((done) => {
          resolve = done;
          socket.write(`GET ${path} HTTP/1.1\r\nHost: ${address}\r\n\r\n`);
        }),
    );
    queue = answer;
    return answer;
  };
}

await runFloor(open);
