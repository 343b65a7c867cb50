import { matchesSearch } from '#domain/text.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { ReportsDocument, useSetReportFavouriteMutation } from '#web/generated/reports.ts';
import { StarFilledIcon, StarIcon } from '#web/ui/icons.ts';
import { EmptyState, IconButton, SearchBox } from '#web/ui/index.ts';
import { GROUPS, type ReportEntry } from './model.ts';
import type { ReportView } from './useReportView.ts';
import styles from './catalogue.module.css';

const matches = ({ title, description }: ReportEntry, search: string): boolean =>
  matchesSearch(`${title} ${description}`, search);

const Favourite = ({ entry, view }: { entry: ReportEntry; view: ReportView }) => {
  const { report, title, favourite } = entry;
  const { companyId } = view;
  const [set, { loading }] = useSetReportFavouriteMutation({
    refetchQueries: [ReportsDocument],
    context: { quiet: true },
  });
  const toggle = () =>
    void set({ variables: { companyId, report, favourite: !favourite } }).catch((error: unknown) =>
      notifyFailure(error),
    );
  return (
    <span className={styles.star} data-on={favourite || undefined}>
      <IconButton
        size="small"
        label={favourite ? `Tirar ${title} dos favoritos` : `Favoritar ${title}`}
        icon={favourite ? <StarFilledIcon /> : <StarIcon />}
        pressed={favourite}
        disabled={loading}
        onClick={toggle}
      />
    </span>
  );
};

const Entries = ({ title, entries, view }: { title: string; entries: readonly ReportEntry[]; view: ReportView }) => {
  if (entries.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <h2 className={styles.group}>{title}</h2>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.report} className={styles.entry} data-open={entry.report === view.report || undefined}>
            <button
              type="button"
              className={styles.name}
              aria-current={entry.report === view.report ? 'true' : undefined}
              title={entry.description}
              onClick={() => view.open(entry.report)}
            >
              {entry.title}
            </button>
            <Favourite entry={entry} view={view} />
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The reports that the user may run, favourites first. */
export const CatalogueList = ({ catalogue, view }: { catalogue: readonly ReportEntry[]; view: ReportView }) => {
  const found = catalogue.filter((entry) => matches(entry, view.search));
  return (
    <nav aria-label="Catálogo de relatórios" className={styles.catalogue}>
      <SearchBox value={view.search} onChange={view.setSearch} label="Buscar relatório" />
      <Entries title="Favoritos" entries={found.filter(({ favourite }) => favourite)} view={view} />
      {GROUPS.map(({ group, title }) => (
        <Entries
          key={group}
          title={title}
          entries={found.filter((entry) => entry.group === group && !entry.favourite)}
          view={view}
        />
      ))}
      {found.length === 0 && <EmptyState title="Nenhum relatório com este nome" />}
    </nav>
  );
};
