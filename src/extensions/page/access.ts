import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { isLoopback } from "../../lib/addresses.ts";
import { once } from "../../lib/once.ts";

export interface AccessRules {
  readonly host: string;
  readonly token: string;
  /** Its owner sees and plays; empty if there are no guests. */
  readonly guest: string;
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
 * guest, guest-token: the same with the token of guests. unknown: the caller must present a token. closed: nobody has
 * access until a token is set.
 */
export type Access =
  | "ingress"
  | "open"
  | "signed-in"
  | "token"
  | "guest"
  | "guest-token"
  | "unknown"
  | "closed";

/** Whose token or session it is. */
export type Role = "owner" | "guest";

export function isGuest(access: Access): boolean {
  return access === "guest" || access === "guest-token";
}

/** The Supervisor forwards from this address only; ingress requests from other addresses are forged. */
const supervisor = "172.30.32.2";
const passLifeMs = 30 * 24 * 3_600_000;
/** The sessions that were signed out, and when they would have ended. Set-up restarts the bridge within the process, and this outlives that. */
const signedOut = new Map<string, number>();

export class AccessControl {
  readonly #rules: AccessRules;
  readonly #passKeys: Readonly<Record<Role, () => Buffer>>;
  readonly #forgeryKey = randomBytes(32);

  constructor(rules: AccessRules) {
    this.#rules = rules;
    // Derived from the token: sessions outlive a restart, and end when it changes. Slowly: a cookie must not help to guess it.
    const keyOf = (token: string) => once(() => scryptSync(token, "player2mqtt session", 32));
    this.#passKeys = { owner: keyOf(rules.token), guest: keyOf(rules.guest) };
  }

  get isClosed(): boolean {
    const { host, token, ingress } = this.#rules;
    return token === "" && !ingress && !isLoopback(host);
  }

  access({ peer, pass }: Caller, nowMs: number): Access {
    const { host, token, ingress } = this.#rules;
    if (ingress && peer.replace(/^::ffff:/, "") === supervisor) return "ingress";
    if (token === "") return isLoopback(host) ? "open" : "closed";
    const role = pass === undefined ? undefined : this.#roleOfPass(pass, nowMs);
    if (role === undefined) return "unknown";
    return role === "owner" ? "signed-in" : "guest";
  }

  /** Whose token this is; undefined if it is wrong or none is set. */
  roleOf(given: string): Role | undefined {
    const { token, guest } = this.#rules;
    const [isOwners, isGuests] = [sameText(given, token), sameText(given, guest)];
    if (token !== "" && isOwners) return "owner";
    return token !== "" && guest !== "" && isGuests ? "guest" : undefined;
  }

  /** A session cookie, for a browser that has presented a token. */
  issuePass(role: Role, nowMs: number): string {
    const content = `${Math.round(nowMs + passLifeMs)}.${randomBytes(16).toString("base64url")}`;
    return `${content}.${this.#sign(role, content)}`;
  }

  /** Ends a session, also for copies of its cookie. */
  signOut(pass: string | undefined, nowMs: number): void {
    if (pass === undefined || this.#roleOfPass(pass, nowMs) === undefined) return;
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

  #roleOfPass(pass: string, nowMs: number): Role | undefined {
    const [until, mark, signature, ...more] = pass.split(".");
    if (until === undefined || mark === undefined || signature === undefined || more.length > 0)
      return undefined;
    if (signedOut.has(pass)) return undefined;
    if (!(Number(until) > nowMs)) return undefined;
    const roles: readonly Role[] = this.#rules.guest === "" ? ["owner"] : ["owner", "guest"];
    return roles.find((role) => sameText(signature, this.#sign(role, `${until}.${mark}`)));
  }

  #sign(role: Role, content: string): string {
    return createHmac("sha256", this.#passKeys[role]()).update(content).digest("base64url");
  }
}

/** Compares in constant time, independent of both lengths. */
function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
