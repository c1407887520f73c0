import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isLoopback } from "../../lib/addresses.ts";

export interface AccessRules {
  readonly host: string;
  readonly token: string;
  /** Whether Home Assistant's Supervisor authenticates the users that it forwards. */
  readonly ingress: boolean;
}

interface Caller {
  readonly peer: string;
  readonly pass: string | undefined;
}

/**
 * The access of a caller. ingress: the Supervisor has authenticated the user. open: only this machine can connect.
 * signed-in: a browser whose user has presented the token. token: a program that sends the token with each request.
 * unknown: the caller must present the token. closed: nobody has access until a token is set.
 */
export type Access = "ingress" | "open" | "signed-in" | "token" | "unknown" | "closed";

/** The Supervisor forwards from this address only; ingress requests from other addresses are forged. */
const supervisor = "172.30.32.2";
const passLifeMs = 30 * 24 * 3_600_000;
/**
 * Sessions belong to the process: a list of ended ones would be lost with it. Set-up restarts the bridge within the
 * process, and sessions outlive that.
 */
const processKey = randomBytes(32);
/** The sessions that were signed out, and when they would have ended. */
const signedOut = new Map<string, number>();

export class AccessControl {
  readonly #rules: AccessRules;
  readonly #passKey: Buffer;
  readonly #forgeryKey = randomBytes(32);

  constructor(rules: AccessRules) {
    this.#rules = rules;
    // Derived from the token, so that sessions end when it changes.
    this.#passKey = createHmac("sha256", processKey).update(rules.token).digest();
  }

  get isClosed(): boolean {
    const { host, token, ingress } = this.#rules;
    return token === "" && !ingress && !isLoopback(host);
  }

  access({ peer, pass }: Caller, nowMs: number): Access {
    const { host, token, ingress } = this.#rules;
    if (ingress && peer.replace(/^::ffff:/, "") === supervisor) return "ingress";
    if (token === "") return isLoopback(host) ? "open" : "closed";
    return pass !== undefined && this.#isValid(pass, nowMs) ? "signed-in" : "unknown";
  }

  /** Whether this is the token; false if none is set. */
  isToken(given: string): boolean {
    const { token } = this.#rules;
    return token !== "" && sameText(given, token);
  }

  /** A session cookie, for a browser that has presented the token. */
  issuePass(nowMs: number): string {
    const content = `${Math.round(nowMs + passLifeMs)}.${randomBytes(16).toString("base64url")}`;
    return `${content}.${this.#sign(content)}`;
  }

  /** Ends a session, also for copies of its cookie. */
  signOut(pass: string | undefined, nowMs: number): void {
    if (pass === undefined || !this.#isValid(pass, nowMs)) return;
    for (const [ended, until] of signedOut) if (until <= nowMs) signedOut.delete(ended);
    signedOut.set(pass, Number.parseInt(pass, 10));
  }

  /** The token that a page must send with each change: bound to its session, and unknown to other sites. */
  forgeryToken(pass: string | undefined): string {
    return createHmac("sha256", this.#forgeryKey)
      .update(pass ?? "")
      .digest("base64url");
  }

  isForged(given: string | undefined, pass: string | undefined): boolean {
    return given === undefined || !sameText(given, this.forgeryToken(pass));
  }

  #isValid(pass: string, nowMs: number): boolean {
    const [until, mark, signature] = pass.split(".");
    if (until === undefined || mark === undefined || signature === undefined || signedOut.has(pass))
      return false;
    return sameText(signature, this.#sign(`${until}.${mark}`)) && Number(until) > nowMs;
  }

  #sign(content: string): string {
    return createHmac("sha256", this.#passKey).update(content).digest("base64url");
  }
}

/** Compares in constant time, independent of both lengths. */
function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
