import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { DocumentIcon, DownloadIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import styles from './Attachments.module.css';
import layout from '#web/form/document/document.module.css';

type Nota = NonNullable<TransactionDetailFragment['fiscalDocument']>;

const keyText = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

/** The nota that an expense was made of, with its XML. */
export const FiscalDocumentRow = ({ document }: { document: Nota }) => {
  const { kind, number, series, accessKey, fileName, link } = document;
  const name = `${kind === 'NFE' ? 'NF-e' : 'NFS-e'} ${number}${series == null ? '' : `, série ${series}`}`;
  return (
    <section className={layout.section} aria-labelledby="transaction-nota">
      <h3 id="transaction-nota" className={layout.heading}>
        Nota fiscal
      </h3>
      <ul className={styles.list}>
        <li className={styles.item}>
          <DocumentIcon aria-hidden="true" />
          <span className={styles.name}>
            {name}
            <br />
            <span className={styles.meta}>{keyText(accessKey)}</span>
          </span>
          <IconButton
            size="small"
            label={`Baixar o XML da ${name}`}
            icon={<DownloadIcon />}
            onClick={() => void downloadFile(link, fileName).catch(notifyFailure)}
          />
        </li>
      </ul>
    </section>
  );
};
