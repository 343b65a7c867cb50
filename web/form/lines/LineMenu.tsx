import { MoreIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { memo } from 'react';

interface LineMenuProps<Line> {
  line: Line;
  index: number;
  /** Number of lines: the last one cannot be moved down. */
  count: number;
  readOnly: boolean;
  /** The same function for all renders; what it answers follows from its arguments alone. */
  actionsOf: (line: Line, index: number, count: number, readOnly: boolean) => MenuAction[];
}

const Unmemoized = <Line,>({ line, index, count, readOnly, actionsOf }: LineMenuProps<Line>) => {
  const actions = actionsOf(line, index, count, readOnly);
  if (actions.length === 0) return null;
  // Called anew when one is chosen: other lines may have changed since the menu was drawn.
  const choose = (label: string) =>
    actionsOf(line, index, count, readOnly)
      .find((action) => action.label === label)
      ?.onClick();
  return (
    <Menu
      trigger={<IconButton size="small" tabIndex={-1} label={`Ações do item ${index + 1}`} icon={<MoreIcon />} />}
      actions={actions.map((action) => ({ ...action, onClick: () => choose(action.label) }))}
    />
  );
};

/** The "…" menu of a line; a keystroke in one line does not draw those of all others anew. */
export const LineMenu = memo(Unmemoized) as typeof Unmemoized;
