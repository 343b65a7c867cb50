import type { DeskWork } from '../useDeskWork.ts';
import { DocumentDialog } from './DocumentDialog.tsx';
import { FeeDialog } from './FeeDialog.tsx';
import { IgnoreDialog } from './IgnoreDialog.tsx';
import { OtherDialog } from './OtherDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';

/** The dialog of the act that is being asked about. */
export const Questions = ({ desk }: { desk: DeskWork }) => {
  const { work, walletId, limit, acts, selection } = desk;
  const { question } = work;
  switch (question?.kind) {
    case 'document':
      return <DocumentDialog lines={question.lines} picked={question.picked} work={work} />;
    case 'fee':
      return <FeeDialog lines={question.lines} picked={question.picked} work={work} />;
    case 'transfer':
      return <TransferDialog line={question.line} walletId={walletId} work={work} />;
    case 'other':
      return <OtherDialog key={question.line.id} line={question.line} walletId={walletId} limit={limit} work={work} />;
    case 'ignore':
      return (
        <IgnoreDialog
          lines={question.lines}
          acts={acts}
          onClose={work.close}
          onDone={() => {
            work.close();
            selection.clear();
          }}
        />
      );
    case undefined:
      return null;
  }
};
