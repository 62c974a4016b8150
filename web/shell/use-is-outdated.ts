import { useEffect, useState } from 'react';

const checkEveryMs = 5 * 60_000;
const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="docket-build"]')?.content;

/** Whether the server has another build of the app than this page. Checked again whenever the page becomes visible. */
export function useIsOutdated(): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const own = ownBuild();
    if (own === undefined) return;
    const check = async () => {
      if (document.hidden) return;
      // Without a network there is no answer, and the state stays.
      const response = await fetch('/build.json').catch(() => undefined);
      if (!response?.ok) return;
      const { build } = (await response.json()) as { build: string };
      setOutdated(build !== own);
    };
    const timer = setInterval(() => void check(), checkEveryMs);
    const onShow = () => void check();
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, []);
  return isOutdated;
}
