import type { ImportDescription } from '#domain/imports/description.ts';
import { DownloadIcon, UploadIcon } from '#web/ui/icons.ts';
import { Banner, Button, Menu, useIsPhone, useIsTouch } from '#web/ui/index.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { readFile, readPasted, type Grids } from './read/readFile.ts';
import { FileProblem } from './read/unzip.ts';
import styles from './ImportScreen.module.css';
import { downloadTemplate } from './template.ts';

const UNREADABLE = 'Não foi possível ler a planilha. Salve de novo como XLSX ou CSV e envie outra vez.';

export interface StartPanelProps {
  description: ImportDescription;
  onRead: (grids: Grids) => void;
}

/** Takes a spreadsheet: dropped, chosen, or pasted anywhere on the screen. */
export const StartPanel = ({ description, onRead }: StartPanelProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [text, setText] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const phone = useIsPhone();
  const touch = useIsTouch();
  const take = async (reading: () => Grids | Promise<Grids>) => {
    try {
      setProblem(null);
      onRead(await reading());
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : UNREADABLE);
    }
  };
  const pasted = useRef(take);
  // Layout effects: the screen takes what is pasted from the moment it is seen.
  useLayoutEffect(() => {
    pasted.current = take;
  });
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      const cells = event.clipboardData?.getData('text/plain') ?? '';
      if (event.target instanceof HTMLInputElement || (!file && cells.trim() === '')) return;
      event.preventDefault();
      void pasted.current(() => (cells.trim() === '' && file ? readFile(file) : [readPasted(cells)]));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return (
    <div className={styles.start}>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {phone && (
        <Banner tone="info">No celular, importe poucas linhas. Para planilhas grandes, use o computador.</Banner>
      )}
      <div
        className={`${styles.drop} ${over ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) void take(() => readFile(file));
        }}
      >
        <h2>
          {touch ? 'Escolha' : 'Solte aqui'} a planilha de {description.noun.many}
        </h2>
        <p>XLSX ou CSV, até 5.000 linhas. Ou copie as células na sua planilha e cole nesta tela com Ctrl+V.</p>
        <div className={styles.actions}>
          <Button variant="primary" icon={<UploadIcon />} onClick={() => picker.current?.click()}>
            Escolher arquivo
          </Button>
          <Menu
            trigger={<Button icon={<DownloadIcon />}>Baixar modelo</Button>}
            actions={[
              { label: 'Excel (XLSX)', onClick: () => downloadTemplate(description, 'xlsx') },
              { label: 'CSV', onClick: () => downloadTemplate(description, 'csv') },
            ]}
          />
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="Planilha"
          accept=".xlsx,.csv,.txt,.tsv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(() => readFile(file));
            target.value = '';
          }}
        />
      </div>
      <label className={styles.paste}>
        Ou cole aqui
        <textarea
          rows={phone ? 5 : 3}
          value={text}
          placeholder={description.fields
            .slice(0, 4)
            .map(({ title }) => title)
            .join('\t')}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {text.trim() !== '' && <Button onClick={() => void take(() => [readPasted(text)])}>Conferir</Button>}
      <p className={styles.columns}>
        Colunas: {description.fields.map(({ title, required }) => title + (required ? ' *' : '')).join(', ')}. Os
        títulos podem ser outros: depois você diz o que cada coluna é.
      </p>
    </div>
  );
};
