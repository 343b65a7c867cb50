import { statementLineLabel } from '#domain/statementLines.ts';
import type { CategoryRowFragment } from '#web/generated/financial.ts';
import { ChevronDownIcon, ChevronRightIcon, MoreIcon } from '#web/ui/icons.ts';
import { ActivePill, IconButton, Menu, StatusPill, type MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './CategoriesScreen.module.css';
import { LINES, lineOf, type Branch } from './tree.ts';
import { useCategoryAccess, useCategoryCalls } from './useCategories.ts';

interface CategoryTreeProps {
  branches: readonly Branch[];
  activeId: string | null;
  onOpen: (category: CategoryRowFragment) => void;
}

/** The lines of the statement, each open until it is closed. */
export const CategoryTree = ({ branches, activeId, onOpen }: CategoryTreeProps) => {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const flip = (label: string) =>
    setClosed(closed.includes(label) ? closed.filter((one) => one !== label) : [...closed, label]);
  return (
    <div className={styles.tree}>
      {branches.map((branch) => (
        <BranchSection
          key={branch.label}
          branch={branch}
          open={!closed.includes(branch.label)}
          onFlip={() => flip(branch.label)}
          activeId={activeId}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
};

interface BranchSectionProps extends Omit<CategoryTreeProps, 'branches'> {
  branch: Branch;
  open: boolean;
  onFlip: () => void;
}

const BranchSection = ({ branch, open, onFlip, activeId, onOpen }: BranchSectionProps) => (
  <section className={styles.branch} aria-label={branch.label}>
    <h2>
      <button type="button" aria-expanded={open} onClick={onFlip}>
        {open ? <ChevronDownIcon aria-hidden="true" /> : <ChevronRightIcon aria-hidden="true" />}
        {branch.label}
        <span className={styles.count}>{branch.categories.length}</span>
      </button>
    </h2>
    {open && branch.categories.length > 0 && (
      <ul>
        {branch.categories.map((category) => (
          <Row key={category.id} category={category} active={category.id === activeId} onOpen={onOpen} />
        ))}
      </ul>
    )}
  </section>
);

interface RowProps {
  category: CategoryRowFragment;
  active: boolean;
  onOpen: (category: CategoryRowFragment) => void;
}

const Row = ({ category, active, onOpen }: RowProps) => {
  const { may } = useCategoryAccess();
  const calls = useCategoryCalls();
  const income = category.type === 'CREDIT';
  const actions: MenuAction[] = [
    { label: 'Renomear', onClick: () => onOpen(category) },
    { label: category.active ? 'Desativar' : 'Reativar', onClick: () => void calls.toggle(category) },
    ...LINES.filter((line) => line !== lineOf(category)).map((line, index) => ({
      label: `Mover para ${statementLineLabel(line)}`,
      separated: index === 0,
      onClick: () => void calls.move(category, line),
    })),
  ];
  return (
    <li className={styles.row} data-active={active || undefined}>
      <button type="button" className={styles.name} onClick={() => onOpen(category)}>
        {category.name}
      </button>
      {!category.active && <ActivePill active={false} feminine />}
      <StatusPill tone={income ? 'in' : 'out'}>{income ? 'Receita' : 'Despesa'}</StatusPill>
      {may(category.type) && (
        <Menu
          trigger={<IconButton size="small" label={`Mais ações de ${category.name}`} icon={<MoreIcon />} />}
          actions={actions}
        />
      )}
    </li>
  );
};
