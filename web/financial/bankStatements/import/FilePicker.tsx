import { UploadIcon } from '#web/ui/icons.ts';
import { Button, useIsTouch } from '#web/ui/index.ts';
import { counted } from '#domain/numberFormat.ts';
import { useOfxExamplesQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRef, useState } from 'react';
import { FILE_TYPES } from '../words.ts';
import styles from './import.module.css';

interface FilePickerProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const useFileInput = ({ disabled, onFiles }: FilePickerProps) => {
  const input = useRef<HTMLInputElement>(null);
  return {
    choose: () => input.current?.click(),
    field: (
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={FILE_TYPES}
        disabled={disabled}
        aria-label="Arquivos OFX ou CSV"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    ),
  };
};

/** Takes more files, below those that are looked at. */
export const MoreFiles = (props: FilePickerProps) => {
  const { choose, field } = useFileInput(props);
  const touch = useIsTouch();
  return (
    <div className={styles.more} data-adds="">
      <UploadIcon aria-hidden="true" />
      <span>
        {!touch && 'Solte mais arquivos aqui ou '}
        <button type="button" className={styles.link} disabled={props.disabled} onClick={choose}>
          {touch ? 'Escolher mais arquivos' : 'escolha'}
        </button>
      </span>
      {field}
    </div>
  );
};

/** The statements that the demo company comes with; nothing for any other. */
const Examples = ({ disabled, onExamples }: FirstFilesProps) => {
  const { companyId } = usePlace();
  const { data } = useOfxExamplesQuery({ variables: { companyId }, context: { quiet: true } });
  const [busy, setBusy] = useState(false);
  const names = data?.bankStatementExamples?.names ?? [];
  if (names.length === 0) return null;
  const use = async () => {
    setBusy(true);
    await onExamples();
    setBusy(false);
  };
  return (
    <p>
      <button type="button" className={styles.link} disabled={disabled || busy} onClick={() => void use()}>
        Usar exemplo
      </button>
      : o último mês de {counted(names.length, 'conta')} da empresa de demonstração.
    </p>
  );
};

interface FirstFilesProps extends FilePickerProps {
  /** Reads the examples as drafts. */
  onExamples: () => Promise<void>;
}

/** Takes the first files, and says where they come from. */
export const FirstFiles = (props: FirstFilesProps) => {
  const { choose, field } = useFileInput(props);
  const touch = useIsTouch();
  return (
    <div className={styles.empty}>
      <div className={styles.first} data-adds="">
        <h2>{touch ? 'Escolha' : 'Solte aqui'} os extratos do banco</h2>
        <p>Arquivos OFX ou CSV, vários de uma vez. Nada é gravado antes de você conferir.</p>
        <Button variant="primary" icon={<UploadIcon />} disabled={props.disabled} onClick={choose}>
          Escolher arquivos
        </Button>
        {field}
        <Examples {...props} />
      </div>
      <div className={styles.help}>
        <h2>Como baixar o OFX</h2>
        <p>
          No site do banco, abra o extrato da conta, escolha o período e exporte em OFX (alguns bancos chamam de Money).
        </p>
        <p>O mesmo período pode vir outra vez: o que já foi importado não entra de novo.</p>
        <p>Banco ou cartão sem OFX? Envie o CSV: o Prumo pergunta uma vez o que é cada coluna.</p>
      </div>
    </div>
  );
};
