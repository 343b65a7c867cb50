import { notifyFailure } from '#web/client/notify.ts';
import { ColumnsIcon } from '#web/ui/icons.ts';
import { Button, Popover } from '#web/ui/index.ts';
import { useState } from 'react';
import type { ColumnsPanel } from './ColumnsPanel.tsx';
import type { ColumnsState } from './useListColumns.ts';

type Panel = typeof ColumnsPanel;

/** "Colunas": which ones the list shows, and in which order. */
export const ColumnsButton = ({ state }: { state: ColumnsState }) => {
  const [wanted, setWanted] = useState(false);
  // Most days nobody opens it. It opens with its content, which takes the focus.
  const [Panel, setPanel] = useState<Panel | null>(null);
  const want = (open: boolean) => {
    setWanted(open);
    if (open && !Panel)
      import('./ColumnsPanel.tsx').then((module) => setPanel(() => module.ColumnsPanel), notifyFailure);
  };
  return (
    <Popover
      ariaLabel="Colunas da lista"
      open={wanted && Panel !== null}
      onOpenChange={want}
      trigger={
        <Button variant="subtle" icon={<ColumnsIcon />}>
          Colunas
        </Button>
      }
    >
      {Panel && <Panel {...state} />}
    </Popover>
  );
};
