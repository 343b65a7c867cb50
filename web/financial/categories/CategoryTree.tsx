import { statementLineLabel } from '#domain/statementLines.ts';
import { RowMark } from '#web/list/RowMark.tsx';
import type { KeptScroll } from '#web/list/useKeptScroll.ts';
import type { CategoryRowFragment } from '#web/generated/financial.ts';
import { ChevronDownIcon, ChevronRightIcon, MoreIcon } from '#web/ui/icons.ts';
import { ActivePill, CountBadge, IconButton, LongList, Menu, StatusPill, type MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import { categories } from './categories.ts';
import styles from './CategoryTree.module.css';
import { LINES, lineOf, type Branch } from './tree.ts';
import { useCategoryAccess } from './useCategoryAccess.ts';
import { useMove } from './useMove.ts';

interface TreeProps {
  /** Ids of categories that no longer belong to this view; counts omit them, and the next refresh removes them. */
  left: ReadonlySet<string>;
  /** Who has changed a category while it is shown, by its id. */
  changed: ReadonlyMap<string, string>;
  activeId: string | null;
  onOpen: (category: CategoryRowFragment) => void;
}

interface CategoryTreeProps extends TreeProps {
  branches: readonly Branch[];
  scroll: KeptScroll<HTMLDivElement>;
}

/** The lines of the statement, expanded by default. */
export const CategoryTree = ({ branches, scroll, ...props }: CategoryTreeProps) => {
  const { may } = useCategoryAccess();
  const { toggle } = categories.useCalls();
  const move = useMove();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const flip = (label: string) =>
    setClosed(closed.includes(label) ? closed.filter((one) => one !== label) : [...closed, label]);
  return (
    <div className={styles.tree} {...scroll}>
      {branches.map((branch) => (
        <BranchSection
          key={branch.label}
          branch={branch}
          open={!closed.includes(branch.label)}
          onFlip={() => flip(branch.label)}
          may={may}
          toggle={toggle}
          move={move}
          {...props}
        />
      ))}
    </div>
  );
};

interface Rights {
  may: ReturnType<typeof useCategoryAccess>['may'];
  toggle: (category: CategoryRowFragment) => Promise<void>;
  move: ReturnType<typeof useMove>;
}

interface BranchSectionProps extends TreeProps, Rights {
  branch: Branch;
  open: boolean;
  onFlip: () => void;
}

const BranchSection = ({ branch, open, onFlip, activeId, left, changed, ...rest }: BranchSectionProps) => (
  <section className={styles.branch} aria-label={branch.label}>
    <h2>
      <button type="button" aria-expanded={open} onClick={onFlip}>
        {open ? <ChevronDownIcon aria-hidden="true" /> : <ChevronRightIcon aria-hidden="true" />}
        {branch.label}
        <CountBadge count={branch.categories.filter(({ id }) => !left.has(id)).length} />
      </button>
    </h2>
    {open && branch.categories.length > 0 && (
      <div role="list" aria-label={branch.label}>
        <LongList items={branch.categories} rowHeight={37}>
          {(category) => (
            <Row
              key={category.id}
              category={category}
              active={category.id === activeId}
              leaves={left.has(category.id)}
              changedBy={changed.get(category.id)}
              {...rest}
            />
          )}
        </LongList>
      </div>
    )}
  </section>
);

interface RowProps extends Rights {
  category: CategoryRowFragment;
  active: boolean;
  leaves: boolean;
  changedBy: string | undefined;
  onOpen: (category: CategoryRowFragment) => void;
}

const Row = ({ category, active, leaves, changedBy, onOpen, may, toggle, move }: RowProps) => {
  const income = category.type === 'CREDIT';
  const actions: MenuAction[] = [
    { label: 'Renomear', onClick: () => onOpen(category) },
    { label: category.active ? 'Desativar' : 'Reativar', onClick: () => void toggle(category) },
    ...LINES.filter((line) => line !== lineOf(category)).map((line, index) => ({
      label: `Mover para ${statementLineLabel(line)}`,
      separated: index === 0,
      onClick: () => void move(category, line),
    })),
  ];
  return (
    <div role="listitem" className={styles.row} data-active={active || undefined}>
      <button type="button" className={styles.name} onClick={() => onOpen(category)}>
        <RowMark leaves={leaves} changedBy={changedBy}>
          {category.name}
        </RowMark>
      </button>
      {!category.active && <ActivePill active={false} feminine />}
      <StatusPill tone={income ? 'in' : 'out'}>{income ? 'Receita' : 'Despesa'}</StatusPill>
      {may(category.type) && (
        <Menu
          trigger={<IconButton size="small" label={`Mais ações de ${category.name}`} icon={<MoreIcon />} />}
          actions={actions}
        />
      )}
    </div>
  );
};
