/** Geometry of the chart. Uses JS numbers, because these are pixels and axis ticks and never shown amounts of money. */
export interface Scale {
  /** Returns the pixels from the top for an amount. */
  y: (amount: number) => number;
  ticks: number[];
}

const niceStep = (rough: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
};

/** Returns a scale with round steps that includes zero and the smallest and largest amount. */
export const scaleOf = (amounts: readonly number[], height: number, steps = 5): Scale => {
  const low = Math.min(0, ...amounts);
  const high = Math.max(0, ...amounts);
  const step = high === low ? 1 : niceStep((high - low) / steps);
  const first = Math.floor(low / step) * step;
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  const count = Math.round((last - first) / step);
  return {
    y: (amount) => ((last - amount) / (last - first)) * height,
    ticks: Array.from({ length: count + 1 }, (_, index) => first + index * step),
  };
};

const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Returns the label of an axis tick: "2 mi", "−150 mil", "0". */
export const axisLabel = (amount: number): string => {
  const size = Math.abs(amount);
  const text =
    size >= 1e6
      ? `${short.format(size / 1e6)} mi`
      : size >= 1e3
        ? `${short.format(size / 1e3)} mil`
        : short.format(size);
  return amount < 0 ? `−${text}` : text;
};
