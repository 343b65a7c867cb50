/** Measurements recorded in the page. */
export interface Observed {
  /** Largest contentful paint, in milliseconds from the start of the navigation. */
  largestPaint: number;
  /** Number of tasks of 50 ms and more. */
  longTasks: number;
  longestTask: number;
  slowestInteraction: number;
}

declare global {
  interface Window {
    benchObserved: Observed;
  }
}

/** Runs in the page first: records paints, long tasks and interactions. */
export const observe = (): void => {
  window.benchObserved = { largestPaint: 0, longTasks: 0, longestTask: 0, slowestInteraction: 0 };
  const noted = window.benchObserved;
  const on = (type: string, note: (entry: PerformanceEntry) => void, options = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  };
  on('largest-contentful-paint', ({ startTime }) => (noted.largestPaint = startTime));
  on('longtask', ({ duration }) => {
    noted.longTasks += 1;
    noted.longestTask = Math.max(noted.longestTask, duration);
  });
  const interaction = ({ duration }: PerformanceEntry) =>
    (noted.slowestInteraction = Math.max(noted.slowestInteraction, duration));
  on('event', interaction, { durationThreshold: 16 });
};

/** Runs in the page: returns the measurements so far. */
export const observed = (): Observed => ({ ...window.benchObserved });

/** Runs in the page: scrolls the grid a little with each frame and returns the duration of each frame. */
export const scrollGrid = (milliseconds: number): Promise<number[]> =>
  new Promise((resolve) => {
    const body = document.querySelector('.ag-body-viewport');
    const frames: number[] = [];
    let last = performance.now();
    const until = last + milliseconds;
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      body?.scrollBy(0, 60);
      if (now < until) requestAnimationFrame(step);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(step);
  });
