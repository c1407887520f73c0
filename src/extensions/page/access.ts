import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isLoopback } from "../../lib/loopback.ts";

/** Who may look, as configured. */
export interface AccessRules {
  /** What HTTP is bound to. */
  readonly host: string;
  readonly token: string;
  /** Whether Home Assistant's Supervisor vouches for whoever it forwards. */
  readonly ingress: boolean;
}

/** What a request shows of who sent it. */
export interface Caller {
  /** The address of the other end of the connection. */
  readonly peer: string;
  /** What our cookie holds. */
  readonly pass: string | undefined;
}

/**
 * What a caller may do. ingress: the Supervisor has checked the person. open: only this machine can ask. signed-in: it
 * knew the token. unknown: it has to show it. closed: nobody may, until a token is set.
 */
export type Access = "ingress" | "open" | "signed-in" | "unknown" | "closed";

/** The only address from which the Supervisor forwards: what claims to be forwarded from elsewhere is a lie. */
const supervisor = "172.30.32.2";
const passLifeMs = 30 * 24 * 3_600_000;

/** Decides who may look, and gives out passes to those who knew the token. */
export class AccessControl {
  readonly #rules: AccessRules;
  readonly #passKey: Buffer;
  readonly #forgeryKey = randomBytes(32);

  constructor(rules: AccessRules) {
    this.#rules = rules;
    // Made from the token, so that a pass outlives a restart, and ends when the token is changed.
    this.#passKey = createHmac("sha256", "player2mqtt page pass").update(rules.token).digest();
  }

  /** Whether nobody may look at all. */
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

  /** A pass for whoever knows the token, or undefined for whoever does not. */
  signIn(given: string, nowMs: number): string | undefined {
    const { token } = this.#rules;
    if (token === "" || !sameText(given, token)) return undefined;
    const claim = `${Math.round(nowMs + passLifeMs)}.${randomBytes(16).toString("base64url")}`;
    return `${claim}.${this.#sign(claim)}`;
  }

  /** What a page has to send back with each change: bound to its pass, and unknown to any other site. */
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
    if (until === undefined || mark === undefined || signature === undefined) return false;
    return sameText(signature, this.#sign(`${until}.${mark}`)) && Number(until) > nowMs;
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.#passKey).update(claim).digest("base64url");
  }
}

/** Compares in a time that tells nothing about either, not even a length. */
function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
