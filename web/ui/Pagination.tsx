import { formatCount } from '#domain/numberFormat.ts';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { ChevronLeftIcon, ChevronRightIcon, FirstPageIcon, LastPageIcon } from './icons.ts';
import { Select } from './Select.tsx';
import styles from './Pagination.module.css';

export interface PaginationProps {
  /** First page is 0. */
  page: number;
  size: number;
  /** Undefined while the count is unknown: "mais de Y". */
  total?: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  sizes?: readonly number[];
  /** Totals over the filter, at the left. */
  children?: ReactNode;
}

/** Returns the visible range: "1–50 de 1.238" (§9). */
export const pageRange = (page: number, size: number, total?: number): string => {
  const first = total === 0 ? 0 : page * size + 1;
  const last = total === undefined ? (page + 1) * size : Math.min(total, (page + 1) * size);
  const of = total === undefined ? `mais de ${formatCount(last)}` : formatCount(total);
  return `${formatCount(first)}–${formatCount(last)} de ${of}`;
};

/** The foot of a list: totals over the filter, page size, visible range and page buttons. */
export const Pagination = ({
  page,
  size,
  total,
  onPage,
  onSize,
  sizes = [25, 50, 100, 500],
  children,
}: PaginationProps) => {
  const lastPage = total === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(total / size) - 1);
  const allSizes = [...new Set([...sizes, size])].sort((a, b) => a - b);
  return (
    <footer className={styles.foot}>
      <div className={styles.totals}>{children}</div>
      <nav className={styles.pages} aria-label="Paginação">
        <label className={styles.size}>
          <span className={styles.label}>Linhas por página:</span>
          <Select
            size="small"
            value={String(size)}
            onChange={(value) => onSize(Number(value))}
            options={allSizes.map((value) => ({ value: String(value), label: String(value) }))}
          />
        </label>
        <span className={styles.range} role="status">
          {pageRange(page, size, total)}
        </span>
        <span className={styles.buttons}>
          <IconButton
            label="Ir para a primeira página"
            icon={<FirstPageIcon />}
            size="small"
            disabled={page === 0}
            onClick={() => onPage(0)}
          />
          <IconButton
            label="Ir para a página anterior"
            icon={<ChevronLeftIcon />}
            size="small"
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            label="Ir para a próxima página"
            icon={<ChevronRightIcon />}
            size="small"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
          />
          <IconButton
            label="Ir para a última página"
            icon={<LastPageIcon />}
            size="small"
            disabled={page >= lastPage || total === undefined}
            onClick={() => onPage(lastPage)}
          />
        </span>
      </nav>
    </footer>
  );
};
