import { EditIcon, EyeIcon } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/index.ts';
import type { OpenRow } from '#web/session/usePresence.ts';

const list = new Intl.ListFormat('pt-BR');

const is = (names: readonly string[], doing: string): string =>
  `${list.format(names)} ${names.length === 1 ? 'está' : 'estão'} ${doing}`;

const firstNames = (people: OpenRow['others']): string[] =>
  people.map(({ user }) => user.name.split(' ')[0] ?? user.name);

/** Who else has the row of a form open: "Renato está editando". Read aloud when it changes. */
export const OthersHere = ({ others, savedBy }: OpenRow) => {
  const editing = firstNames(others.filter((one) => one.editing));
  const viewing = firstNames(others.filter((one) => !one.editing));
  return (
    <span role="status">
      {savedBy !== null && (
        <StatusPill tone="warning">{savedBy} salvou agora: ao salvar, você escolhe o que fica</StatusPill>
      )}
      {savedBy === null && editing.length > 0 && (
        <StatusPill tone="warning" icon={<EditIcon />}>
          {is(editing, 'editando')}
        </StatusPill>
      )}
      {savedBy === null && editing.length === 0 && viewing.length > 0 && (
        <StatusPill tone="neutral" icon={<EyeIcon />}>
          {is(viewing, 'vendo')}
        </StatusPill>
      )}
    </span>
  );
};
