import { formatDate } from '#domain/dates.ts';
import { ACCESS_LOST } from '#web/session/accessLost.ts';
import { Banner, Button, dayOf, timeOf } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import styles from './FormDrawer.module.css';

export interface FormBannersProps {
  form: { dirty: boolean; keptAt: string | null };
  /** Why the form is read-only. */
  readOnly?: string;
  /** What helps against that: a button in its banner. */
  readOnlyAction?: ReactNode;
  onDiscardDraft: () => void;
  /** Other banners, after the one about the draft. */
  banners: ReactNode;
}

/** What stands above the fields of a form: why it is read-only, its draft, its conflict. */
export const FormBanners = ({ form, readOnly, readOnlyAction, onDiscardDraft, banners }: FormBannersProps) => (
  <div className={styles.banners}>
    {readOnly !== undefined && !form.dirty && (
      <Banner tone="info" action={readOnlyAction}>
        {readOnly}
      </Banner>
    )}
    {readOnly !== undefined && form.dirty && <Banner tone="error">{ACCESS_LOST}</Banner>}
    {form.keptAt !== null && (
      <Banner tone="info" action={<Button onClick={onDiscardDraft}>Descartar rascunho</Button>}>
        Rascunho de {formatDate(dayOf(form.keptAt))}, {timeOf(form.keptAt)}, ainda não salvo.
      </Banner>
    )}
    {banners}
  </div>
);
