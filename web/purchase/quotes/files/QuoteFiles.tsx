import { formatBytes } from '#web/client/bytes.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { AttachIcon, DeleteIcon, DownloadIcon } from '#web/ui/icons.ts';
import { Button, Card, IconButton } from '#web/ui/index.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { useRef, useState } from 'react';
import { failures } from '../words.ts';
import { useQuoteFiles } from './useQuoteFiles.ts';
import styles from './files.module.css';

interface StoredProps {
  quote: QuoteDetailsFragment;
  readOnly: boolean;
}

const Stored = ({ quote, readOnly }: StoredProps) => {
  const files = useQuoteFiles(quote.id);
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState<QuoteDetailsFragment['attachments'][number] | null>(null);
  return (
    <>
      <ul className={styles.files}>
        {quote.attachments.map((file) => (
          <li key={file.id}>
            <AttachIcon aria-hidden="true" />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{formatBytes(file.size)}</span>
            <IconButton
              label={`Baixar ${file.name}`}
              icon={<DownloadIcon />}
              onClick={() => void files.download(file)}
            />
            {!readOnly && (
              <IconButton label={`Excluir ${file.name}`} icon={<DeleteIcon />} onClick={() => setRemoved(file)} />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Arquivos para os fornecedores"
            onChange={({ target }) => {
              void files.add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <Button icon={<AttachIcon />} busy={files.sending !== null} onClick={() => input.current?.click()}>
            Anexar arquivos
          </Button>
          {files.sending && (
            <span role="status" className={styles.size}>
              enviando {files.sending.name}: {Math.round(files.sending.share * 100)}%
            </span>
          )}
        </>
      )}
      <RemoveDialog
        open={removed !== null}
        title={`Excluir ${removed?.name ?? ''}?`}
        text="Os fornecedores deixam de ver o arquivo. Isto não pode ser desfeito."
        failureText={failures.attach}
        onRemove={async () => (removed ? files.remove(removed.id) : null)}
        onRemoved={() => {
          setRemoved(null);
          notifySuccess('Anexo excluído');
        }}
        onCancel={() => setRemoved(null)}
      />
    </>
  );
};

/** Drawings, lists and specifications that every supplier may read. */
export const QuoteFiles = ({ quote, readOnly }: { quote: QuoteDetailsFragment | null; readOnly: boolean }) => {
  if (quote && readOnly && quote.attachments.length === 0) return null;
  return (
    <Card title="Anexos para os fornecedores">
      {quote ? (
        <Stored {...{ quote, readOnly }} />
      ) : (
        <p className={styles.hint}>
          Salve a cotação para anexar projetos, listas e fotos. Todos os fornecedores os veem.
        </p>
      )}
    </Card>
  );
};
