import { CheckIcon, NoteIcon, OpenIcon, ProhibitedIcon, SearchIcon, TransferIcon, UndoIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { acceptText, addressOf, answersOf, entryText, type Line } from './model.ts';
import type { Acts } from './useActs.ts';
import type { Work } from './useWork.ts';

/** The actions of a line's "…". */
export const useLineMenu = ({ acts, work, walletId }: { acts: Acts; work: Work; walletId: string }) => {
  const navigate = useNavigate();
  const opens = (line: Line): MenuAction[] => {
    const entries = answersOf(line).flatMap((entry) => {
      const address = addressOf(entry, walletId);
      return address === null ? [] : [{ entry, address }];
    });
    return entries.map(({ entry, address }, index) => ({
      label: entries.length === 1 ? 'Abrir documento' : `Abrir ${entryText(entry)}`,
      icon: <OpenIcon />,
      separated: index === 0,
      onClick: () => void navigate(address),
    }));
  };
  const open = (line: Line): MenuAction[] => [
    ...(line.suggestion
      ? [
          {
            label: acceptText(line.suggestion),
            icon: <CheckIcon />,
            shortcut: 'Enter',
            onClick: () => work.acceptLine(line),
          },
        ]
      : []),
    {
      label: line.suggestion ? 'Outra' : 'Procurar no Prumo',
      icon: <SearchIcon />,
      onClick: () => work.ask({ kind: 'other', line }),
    },
    {
      label: 'Criar documento',
      icon: <NoteIcon />,
      shortcut: 'C',
      onClick: () => work.ask({ kind: 'document', lines: [line], picked: [] }),
    },
    {
      label: 'Marcar como transferência',
      icon: <TransferIcon />,
      shortcut: 'T',
      onClick: () => work.ask({ kind: 'transfer', line }),
    },
    {
      label: 'Ignorar',
      icon: <ProhibitedIcon />,
      shortcut: 'I',
      onClick: () => work.ask({ kind: 'ignore', lines: [line] }),
    },
    ...opens(line),
  ];
  return (line: Line): MenuAction[] => {
    const { reconciliation, ignored } = line;
    if (line.view === 'OPEN') return open(line);
    if (ignored)
      return [{ label: 'Reabrir', icon: <UndoIcon />, onClick: () => void acts.restore([line.id], ignored.reason) }];
    if (!reconciliation) return [];
    const { id, acceptance, acceptedLines, lines } = reconciliation;
    return [
      { label: 'Desfazer', icon: <UndoIcon />, shortcut: 'U', onClick: () => void acts.undoOne(id, [line.id]) },
      ...(acceptedLines > lines
        ? [
            {
              label: `Desfazer as ${acceptedLines} desta aceitação`,
              icon: <UndoIcon />,
              onClick: () => void acts.undoAcceptance(acceptance, [line.id]),
            },
          ]
        : []),
      ...opens(line),
    ];
  };
};
export type LineMenu = ReturnType<typeof useLineMenu>;
