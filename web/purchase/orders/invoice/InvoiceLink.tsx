import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import styles from './invoice.module.css';

/** The access key in its groups of four. */
export const keyText = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

type Nota = Pick<OrderDetailsFragment['deliveries'][number], 'accessKey' | 'invoiceLink'>;

/** Key and XML of a nota that was received by its NF-e; nothing of one that was typed. */
export const InvoiceLink = ({ nota: { accessKey, invoiceLink } }: { nota: Nota }) => {
  if (accessKey === null || invoiceLink === null) return null;
  const download = () => void downloadFile(invoiceLink, `NFe${accessKey}.xml`).catch(notifyFailure);
  return (
    <span className={styles.key}>
      Chave {keyText(accessKey)} ·{' '}
      <button type="button" className={styles.link} onClick={download}>
        Baixar XML
      </button>
    </span>
  );
};
