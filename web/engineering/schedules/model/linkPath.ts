import type { Link } from './schedule.ts';

/** A bar on the chart; a milestone has no width. */
export interface Bar {
  x: number;
  width: number;
  /** Middle of its row. */
  y: number;
}

/** How far a path leaves a bar before it turns. */
const REACH = 7;
const ARROW = 5;

/** Path from one bar to another, with right angles, ended by an arrow. `half` is half a row: lines pass between rows. */
export const linkPath = (type: Link['type'], from: Bar, to: Bar, half: number): { line: string; arrow: string } => {
  const leavesRight = type === 'FS' || type === 'FF';
  const entersLeft = type === 'FS' || type === 'SS';
  const start = leavesRight ? from.x + from.width : from.x;
  const end = entersLeft ? to.x : to.x + to.width;
  const out = start + (leavesRight ? REACH : -REACH);
  const into = end + (entersLeft ? -REACH - ARROW : REACH + ARROW);
  const between = to.y > from.y ? to.y - half : to.y + half;
  const tip = end + (entersLeft ? -ARROW : ARROW);
  const arrow = `M${end} ${to.y}L${tip} ${to.y - 4}L${tip} ${to.y + 4}Z`;
  // Both ends at the same side, or the second bar far enough from the first: one turn is enough.
  const sameSide = leavesRight !== entersLeft;
  const fits = sameSide || (leavesRight ? into >= out : into <= out);
  const turn = !sameSide ? out : leavesRight ? Math.max(out, into) : Math.min(out, into);
  const line = fits
    ? `M${start} ${from.y}H${turn}V${to.y}H${tip}`
    : `M${start} ${from.y}H${out}V${between}H${into}V${to.y}H${tip}`;
  return { line, arrow };
};
