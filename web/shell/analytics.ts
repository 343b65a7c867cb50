import { findRoute } from '#web/session/routes.ts';

export type Properties = Readonly<Record<string, string | number>>;

/** What an analytics service does for us; which one stands behind it is configuration (integrations.ts). */
export interface Analytics {
  /** Resolves when the event has left, or cannot. */
  track: (event: string, properties: Properties) => Promise<void>;
  increment: (property: string, by: number) => void;
}

/** §9. */
const LONGEST_PROPERTY = 255;
const LINK_TIMEOUT = 300;

let analytics: Analytics | null = null;

/** Without a configured service nothing is collected and nothing leaves the browser (§1: enabled by configuration). */
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

/** Reports something that happened; texts are cut to 255 characters. */
export const track = (event: string, properties: Properties = {}): void =>
  void analytics?.track(event, clipped(properties));

/** Reports a visit under the label of the route table; others are "page not mapped" (§2). */
export const trackPage = (path: string): void =>
  track('page', { page: findRoute(path)?.analytics ?? 'page not mapped' });

/** Reports a link that leaves this page, then follows it: after 300 ms at the latest, whatever became of the report. */
export const trackLink = async (event: string, properties: Properties, follow: () => void): Promise<void> => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LINK_TIMEOUT));
  if (analytics) await Promise.race([analytics.track(event, clipped(properties)).catch(() => undefined), late]);
  follow();
};

/** Counts up a figure of the visitor. Throws a TypeError for what is no number (§5). */
export const increment = (property: string, by: unknown = 1): void => {
  if (typeof by !== 'number' || !Number.isFinite(by)) throw new TypeError('Analytics increments are numbers');
  analytics?.increment(property, by);
};
