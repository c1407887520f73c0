/** A request as the player saw it; `status` is the HTTP status, missing while or where none was sent. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operation: string | undefined;
  readonly atMs: number;
  /** The key that came with it, as some firmwares demand one. */
  readonly psk?: string | undefined;
  /** The number of its connection: a correct client has one at a time. */
  readonly connection?: number | undefined;
  readonly status?: number | undefined;
}

const keptRequests = 1000;

/** Statistics of the requests and connections of the player's clients. */
export class Traffic {
  readonly requests: SeenRequest[] = [];
  maxConcurrent = 0;
  inProgress = 0;
  connections = 0;
  readonly #counts = new Map<string | undefined, number>();
  readonly #sockets = new Map<{ readonly bytesWritten: number }, number>();
  #closedBytes = 0;

  get bytesSent(): number {
    return [...this.#sockets.keys()].reduce((sum, socket) => sum + socket.bytesWritten, this.#closedBytes);
  }

  count(operation?: string): number {
    if (operation !== undefined) return this.#counts.get(operation) ?? 0;
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Counts a connection; returns a function to call when it closes. */
  open(socket: { readonly bytesWritten: number }): () => void {
    this.connections += 1;
    this.#sockets.set(socket, this.connections);
    return () => {
      this.#sockets.delete(socket);
      this.#closedBytes += socket.bytesWritten;
    };
  }

  numberOf(socket: { readonly bytesWritten: number }): number | undefined {
    return this.#sockets.get(socket);
  }

  /** Records a request; returns a function to call at its end with the status, if one was sent. */
  begin(request: SeenRequest): (status: number | undefined) => void {
    const seen: { status?: number | undefined } & SeenRequest = { ...request };
    this.requests.push(seen);
    if (this.requests.length > keptRequests) this.requests.shift();
    this.#counts.set(request.operation, (this.#counts.get(request.operation) ?? 0) + 1);
    this.inProgress += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.inProgress);
    return (status) => {
      this.inProgress -= 1;
      seen.status = status;
    };
  }
}
