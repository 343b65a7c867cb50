import { formatCount } from '#domain/numberFormat.ts';
import { useOfxDraftLinesQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Button, CountBadge, useDelayed, useIsPhone } from '#web/ui/index.ts';
import { useState } from 'react';
import { LineRow } from './LineRow.tsx';
import { failures, sentenceOf, type Draft, type LineStatus, type SECTIONS } from './model.ts';
import type { Decisions } from './useDecisions.ts';
import styles from './lines.module.css';

/** Lines that a section shows at first, and those that a query brings. */
const FIRST = 10;
const PAGE = 200;

interface SectionProps {
  draft: Draft;
  /** Position of the account. */
  account: number;
  decisions: Decisions;
  locked: boolean;
}

/** "Mostrar as outras 32"; of very many, the next page alone. */
const moreText = (rest: number, next: number): string => {
  if (rest > next) return `Mostrar mais ${formatCount(next)} de ${formatCount(rest)}`;
  return rest === 1 ? 'Mostrar a outra' : `Mostrar as outras ${formatCount(rest)}`;
};

/** The lines of an account that have the same fate. */
export const LineSection = ({
  section: { status, title, note },
  count,
  ...props
}: SectionProps & { section: (typeof SECTIONS)[number]; count: number }) => {
  const columns = useIsPhone() ? 3 : 4;
  // None: the first lines of the first page.
  const [pages, setPages] = useState(0);
  const shown = pages === 0 ? FIRST : pages * PAGE;
  const next = (pages + 1) * PAGE - shown;
  return (
    <>
      <tbody>
        <tr className={styles.section}>
          <th colSpan={columns} scope="colgroup">
            <i className={styles.dot} data-status={status} aria-hidden="true" />
            {title} <CountBadge count={count} {...(status === 'CONFLICT' && { tone: 'warning' })} />{' '}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </th>
        </tr>
      </tbody>
      {Array.from({ length: Math.max(pages, 1) }, (_, page) => (
        <LinePage key={page} {...props} status={status} page={page} most={shown} />
      ))}
      {count > shown && (
        <tbody>
          <tr>
            <td />
            <td colSpan={columns - 1}>
              <button type="button" className={styles.link} onClick={() => setPages(pages + 1)}>
                {moreText(count - shown, next)}
                <span className="visuallyHidden"> em {title}</span>
              </button>
            </td>
          </tr>
        </tbody>
      )}
    </>
  );
};

interface LinePageProps extends SectionProps {
  status: LineStatus;
  page: number;
  most: number;
}

/** A page of lines. Old ones stay while they are asked for anew. */
const LinePage = ({ draft, account, decisions, locked, status, page, most }: LinePageProps) => {
  const { companyId } = usePlace();
  const columns = useIsPhone() ? 3 : 4;
  const { data, previousData, error, refetch } = useOfxDraftLinesQuery({
    variables: { companyId, id: draft.id, account, status, page },
    context: { quiet: true },
  });
  const lines = (data ?? previousData)?.bankStatementFileLines?.content;
  const waiting = useDelayed(!lines && !error);
  return (
    <tbody aria-busy={!data && !error}>
      {lines?.slice(0, most).map((line) => (
        <LineRow
          key={line.position}
          line={line}
          decision={decisions.of(draft.id, line)}
          locked={locked}
          onDecide={(decision) => decisions.choose(draft.id, line, decision)}
        />
      ))}
      {!lines && (waiting || error) && (
        <tr>
          <td colSpan={columns} className={error ? styles.failed : styles.waiting}>
            {error ? sentenceOf(error, failures.lines) : 'Carregando…'}{' '}
            {error && <Button onClick={() => void refetch()}>Tentar novamente</Button>}
          </td>
        </tr>
      )}
    </tbody>
  );
};
