import type { Analytics } from './analytics.ts';

const COOKIE = 'prumo_visitor';
/** §9: 365 days. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** A random name of this browser, kept a year: it tells visits apart and says nothing about who it is. */
const visitor = (): string => {
  const known = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const id = known?.slice(COOKIE.length + 1) || crypto.randomUUID();
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${COOKIE}=${id}; max-age=${COOKIE_SECONDS}; path=/; samesite=lax${secure}`;
  return id;
};

/** Mixpanel's two calls, track and engage, without its library: a form each, so that no preflight is needed. */
export const createMixpanel = ({ url, token }: { url: string; token: string }): Analytics => {
  const id = visitor();
  const send = async (call: 'track' | 'engage', message: object): Promise<void> => {
    const body = new URLSearchParams({ data: JSON.stringify([message]) });
    // What somebody else's service does is not the person's concern: a failure is not told.
    await fetch(`${url}/${call}`, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => undefined);
  };
  return {
    track: (event, properties) => {
      const own = { token, distinct_id: id, time: Date.now(), $insert_id: crypto.randomUUID() };
      return send('track', { event, properties: { ...properties, ...own } });
    },
    increment: (property, by) => void send('engage', { $token: token, $distinct_id: id, $add: { [property]: by } }),
  };
};
