import { Changed, Leaving } from '#web/ui/index.ts';

export interface RowMarkProps {
  /** The next refresh removes the row. */
  leaves: boolean;
  /** Name of who has changed it while it is shown. */
  changedBy: string | undefined;
  children: string;
}

/** The name of a row, with a mark for what became of it while it is shown. */
export const RowMark = ({ leaves, changedBy, children }: RowMarkProps) => {
  if (leaves) return <Leaving>{children}</Leaving>;
  return changedBy === undefined ? children : <Changed by={changedBy}>{children}</Changed>;
};
