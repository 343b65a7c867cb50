import type { Analytics } from './analytics.ts';

const COOKIE = 'prumo_visitor';
/** 365 days (§9). */
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Returns the random id of this browser, stored for a year; it distinguishes visitors without identifying them. */
const visitor = (): string => {
  const known = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const id = known?.slice(COOKIE.length + 1) || crypto.randomUUID();
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${COOKIE}=${id}; max-age=${COOKIE_SECONDS}; path=/; samesite=lax${secure}`;
  return id;
};

/** Implements Mixpanel's calls track and engage without its library; form bodies need no CORS preflight. */
export const createMixpanel = ({ url, token }: { url: string; token: string }): Analytics => {
  const id = visitor();
  const send = async (call: 'track' | 'engage', message: object): Promise<void> => {
    const body = new URLSearchParams({ data: JSON.stringify([message]) });
    // A failure of a third-party service is ignored, because it does not concern the user.
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
