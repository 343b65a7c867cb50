import { findRoute } from './routes.ts';

type Sink = (event: string, properties: Record<string, string>) => void;
let sink: Sink | null = null;

/** Without a configured service nothing is collected and nothing leaves the browser (§1: enabled by configuration). */
export const setAnalytics = (next: Sink | null): void => {
  sink = next;
};

/** Reports a visit under the label of the route table; others are "page not mapped" (§2). */
export const trackPage = (path: string): void => {
  sink?.('page', { page: (findRoute(path)?.analytics ?? 'page not mapped').slice(0, 255) });
};
