import { findRoute } from '#web/session/routes.ts';

export type Properties = Readonly<Record<string, string | number>>;

/** Interface of an analytics service; the configuration selects the implementation (integrations.ts). */
export interface Analytics {
  /** Resolves when the event has been sent or has failed. */
  track: (event: string, properties: Properties) => Promise<void>;
  increment: (property: string, by: number) => void;
}

/** Characters (§9). */
const LONGEST_PROPERTY = 255;
const LINK_TIMEOUT = 300;

let analytics: Analytics | null = null;

/** Sets the service. Without one no data is collected or sent (§1: enabled by configuration). */
export const setAnalytics = (next: Analytics | null): void => {
  analytics = next;
};

const clipped = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_PROPERTY) : value,
    ]),
  );

/** Reports an event; texts are cut to 255 characters. */
export const track = (event: string, properties: Properties = {}): void =>
  void analytics?.track(event, clipped(properties));

/** Reports a visit with the label of the route table; other pages are "page not mapped" (§2). */
export const trackPage = (path: string): void =>
  track('page', { page: findRoute(path)?.analytics ?? 'page not mapped' });

/** Reports a click on an external link, then calls `follow`, after 300 ms at the latest even if the report fails. */
export const trackLink = async (event: string, properties: Properties, follow: () => void): Promise<void> => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LINK_TIMEOUT));
  if (analytics) await Promise.race([analytics.track(event, clipped(properties)).catch(() => undefined), late]);
  follow();
};

/** Increments a counter of the visitor. Throws a TypeError when `by` is not a finite number (§5). */
export const increment = (property: string, by: unknown = 1): void => {
  if (typeof by !== 'number' || !Number.isFinite(by)) throw new TypeError('Analytics increments are numbers');
  analytics?.increment(property, by);
};
