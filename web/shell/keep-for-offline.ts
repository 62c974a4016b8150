const address = '/service-worker.js';

/** Missing from the types of TypeScript. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Keeps the page and the files of this build in the browser, so that the app starts without the network. */
export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // Browsers have it on HTTPS and localhost only, and not in every private window.
  if (!serviceWorker) return;
  await serviceWorker.register(trusted(address), { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  active?.postMessage('keep');
}

/** The Content-Security-Policy allows this policy alone, and this policy one address alone. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('docket', {
    createScriptURL: (wanted) => {
      if (wanted !== address) throw new TypeError(`${wanted} is not the service worker`);
      return wanted;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
