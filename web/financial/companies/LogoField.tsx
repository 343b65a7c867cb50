import { FETCH_COMPANY_FAILED } from '#domain/messages.ts';
import { errorText } from '#web/client/errors.ts';
import { useSession } from '#web/session/sessionContext.ts';
import type { CompanyRowFragment } from '#web/generated/financial.ts';
import { DeleteIcon, UploadIcon } from '#web/ui/icons.ts';
import { Button, FormSection } from '#web/ui/index.ts';
import { useEffect, useRef, useState } from 'react';
import styles from './Companies.module.css';
import { fetchLogo, LOGO_TYPES, logoProblem } from './logoApi.ts';

export interface LogoFieldProps {
  company: CompanyRowFragment | null;
  /** Object URL of a picked file that is uploaded once the company is stored. */
  pending: string | null;
  busy: boolean;
  /** The service's reason for rejecting the file. */
  problem: string | null;
  onPick: (file: File) => void;
  onRemove: () => void;
}

interface Fetched {
  of: string | null;
  address: string | null;
  failure: string | null;
}
const NOTHING: Fetched = { of: null, address: null, failure: null };

/** Returns an object URL of the stored logo, or why it failed to load; both are null without a logo. */
const useStoredLogo = (company: CompanyRowFragment | null): Pick<Fetched, 'address' | 'failure'> => {
  const { accountId } = useSession();
  const [id, updatedAt] = [company?.id, company?.logo?.updatedAt];
  const [fetched, setFetched] = useState<Fetched>(NOTHING);
  const wanted = id === undefined || updatedAt === undefined ? null : `${id} ${updatedAt}`;
  useEffect(() => {
    if (id === undefined || wanted === null) return undefined;
    let address: string | null = null;
    let gone = false;
    fetchLogo(accountId, id)
      .then((made) => {
        address = made;
        if (gone) URL.revokeObjectURL(made);
        else setFetched({ of: wanted, address: made, failure: null });
      })
      .catch((error: unknown) => {
        if (!gone) setFetched({ of: wanted, address: null, failure: errorText(error, FETCH_COMPANY_FAILED) });
      });
    return () => {
      gone = true;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [accountId, id, wanted]);
  return fetched.of === wanted ? fetched : NOTHING;
};

/** Shows the logo, replaces it by button or drop, and removes it. */
export const LogoField = ({ company, pending, busy, problem, onPick, onRemove }: LogoFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const stored = useStoredLogo(company);
  const shown = pending ?? stored.address;
  const failure = pending === null ? stored.failure : null;
  const empty = shown === null && failure === null;
  const pick = (file: File | undefined) => {
    if (!file) return;
    const reason = logoProblem(file);
    setWrong(reason);
    if (reason === null) onPick(file);
  };
  const message = wrong ?? problem ?? failure;
  return (
    <FormSection title="Logo">
      <div className={styles.logo}>
        <div
          className={styles.frame}
          data-over={over}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            pick(event.dataTransfer.files[0]);
          }}
        >
          {empty && 'Sem logo'}
          {failure !== null && 'Logo não carregado'}
          {shown !== null && <img src={shown} alt={`Logo de ${company?.name ?? 'nova empresa'}`} />}
        </div>
        <div className={styles.side}>
          <div className={styles.buttons}>
            <Button icon={<UploadIcon />} busy={busy} onClick={() => input.current?.click()}>
              {empty ? 'Enviar logo' : 'Trocar logo'}
            </Button>
            {!empty && (
              <Button variant="subtle" icon={<DeleteIcon />} onClick={onRemove}>
                Remover logo
              </Button>
            )}
          </div>
          <p className={styles.hint}>PNG, JPG ou WEBP de até 2 MB.</p>
          {message !== null && (
            <p className={styles.problem} role="alert">
              {message}
            </p>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={LOGO_TYPES}
          hidden
          aria-label="Arquivo do logo"
          onChange={(event) => {
            pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </FormSection>
  );
};
