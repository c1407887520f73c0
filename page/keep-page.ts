interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(input: string): string };
}

const address = "page/files/service-worker.js";

/**
 * Has the browser keep the page's files, so that the page opens while the bridge is away. Browsers allow it over HTTPS and
 * on loopback; in the frame of Home Assistant the files would be kept for a session that ends.
 */
export function keepPage(): void {
  if (!("serviceWorker" in navigator) || window.top !== window) return;
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => address });
  const script = policy?.createScriptURL("") ?? address;
  // Without it the page works as before.
  navigator.serviceWorker.register(script, { scope: "./" }).catch(() => {});
}
