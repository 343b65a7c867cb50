import { EditIcon, EyeIcon, WarningIcon } from '#web/ui/icons.ts';
import { StatusPill, useIsPhone } from '#web/ui/index.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';
import type { OpenRow } from '#web/session/usePresence.ts';
import type { ReactElement } from 'react';

const list = new Intl.ListFormat('pt-BR');

const is = (names: readonly string[], doing: string): string => `${names.length === 1 ? 'está' : 'estão'} ${doing}`;

const firstNames = (people: OpenRow['others']): string[] =>
  people.map(({ user }) => user.name.split(' ')[0] ?? user.name);

interface Told {
  tone: Tone;
  icon: ReactElement;
  who: string;
  what: string;
}

/** The most that the user has to know: who saved, else who types, else who looks. */
const toldOf = ({ others, savedBy }: OpenRow): Told | null => {
  if (savedBy !== null) return { tone: 'warning', icon: <WarningIcon />, who: savedBy, what: 'salvou agora' };
  const editing = firstNames(others.filter((one) => one.editing));
  if (editing.length > 0) {
    return { tone: 'warning', icon: <EditIcon />, who: list.format(editing), what: is(editing, 'editando') };
  }
  const viewing = firstNames(others);
  if (viewing.length === 0) return null;
  return { tone: 'neutral', icon: <EyeIcon />, who: list.format(viewing), what: is(viewing, 'vendo') };
};

/** Who else has the row of a form open: "Renato está editando". Read aloud when it changes; a phone shows icon and name. */
export const OthersHere = (open: OpenRow) => {
  const phone = useIsPhone();
  const told = toldOf(open);
  const more = open.savedBy === null ? '' : '. Ao salvar, você escolhe o que fica.';
  return (
    <span role="status" title={told ? `${told.who} ${told.what}${more}` : undefined}>
      {told && (
        <StatusPill tone={told.tone} icon={told.icon}>
          {told.who} <span className={phone ? 'visuallyHidden' : undefined}>{told.what}</span>
        </StatusPill>
      )}
    </span>
  );
};
