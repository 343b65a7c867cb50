import { hasAllOf } from '#domain/permissions.ts';
import { errorText } from '#web/client/errors.ts';
import { TaxIdField, taxIdProblems } from '#web/financial/companies/CompanyFields.tsx';
import layout from '#web/form/document/document.module.css';
import type { BulletinGap } from '#web/generated/engineering.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Banner, Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import sheetStyles from './sheet/sheet.module.css';
import { NOTHING_TYPED, useBulletinParties, type Typed } from './useBulletinParties.ts';
import type { Head } from './words.ts';

interface BulletinDialogProps {
  head: Head;
  gaps: readonly BulletinGap[];
  onClose: () => void;
  /** Prints, with what was typed or without. */
  onPrint: () => void;
}

const COMPANY_GAPS: readonly BulletinGap[] = ['COMPANY_TAX_ID', 'COMPANY_ADDRESS', 'COMPANY_LOGO'];

interface FieldsProps {
  missing: (gap: BulletinGap) => boolean;
  typed: Typed;
  set: (values: Partial<Typed>) => void;
  problems: Partial<Record<keyof Typed, string>>;
}

const CompanyFields = ({ missing, typed, set, problems }: FieldsProps) => (
  <>
    {missing('COMPANY_TAX_ID') && (
      <TaxIdField
        label="CNPJ da empresa"
        value={typed.taxId}
        problem={problems.taxId}
        onChange={(taxId) => set({ taxId })}
      />
    )}
    {missing('COMPANY_ADDRESS') && (
      <Field label="Endereço da empresa" wide error={problems.address}>
        <TextInput value={typed.address} maxLength={200} onChange={(address) => set({ address })} />
      </Field>
    )}
  </>
);

const PersonFields = ({ typed, set, problems }: Omit<FieldsProps, 'missing'>) => (
  <>
    <Field label="Responsável técnico" wide error={problems.technicalName}>
      <TextInput value={typed.technicalName} maxLength={120} onChange={(technicalName) => set({ technicalName })} />
    </Field>
    <Field label="Título" error={problems.technicalTitle}>
      <TextInput
        value={typed.technicalTitle}
        maxLength={80}
        placeholder="engenheira civil"
        onChange={(technicalTitle) => set({ technicalTitle })}
      />
    </Field>
    <Field label="Registro no CREA ou CAU" error={problems.technicalRegistration}>
      <TextInput
        value={typed.technicalRegistration}
        maxLength={40}
        placeholder="CREA-SP 5069871234"
        onChange={(technicalRegistration) => set({ technicalRegistration })}
      />
    </Field>
  </>
);

/** Asks for what the boletim lacks before its first print, and keeps it in the registers of the company and the building. */
export const BulletinDialog = ({ head, gaps, onClose, onPrint }: BulletinDialogProps) => {
  const { grantee } = useSession();
  const parties = useBulletinParties(head);
  const [edits, setEdits] = useState<Partial<Typed>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const typed: Typed = { ...NOTHING_TYPED, ...parties.known, ...edits };
  const missing = (gap: BulletinGap) => gaps.includes(gap);
  const ofCompany = gaps.some((gap) => COMPANY_GAPS.includes(gap));
  const place = { companyId: head.companyId, buildingId: head.building.id };
  const ofBuilding = missing('TECHNICAL_PERSON') && hasAllOf(grantee, ['ENGINEERING'], place);
  const problems: FieldsProps['problems'] = taxIdProblems(typed.taxId);
  const asks = ofBuilding || (grantee.admin && (missing('COMPANY_TAX_ID') || missing('COMPANY_ADDRESS')));
  const changed = Object.values(edits).some((text) => text.trim() !== '');
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await parties.save(edits);
      onPrint();
    } catch (error) {
      setFailure(errorText(error, 'Falha para salvar os dados do boletim'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="O que falta no boletim"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button onClick={onPrint}>Imprimir sem</Button>
          {asks && (
            <Button
              variant="primary"
              busy={busy}
              disabled={!changed || !parties.ready || Object.keys(problems).length > 0}
              onClick={() => void save()}
            >
              Salvar e imprimir
            </Button>
          )}
        </>
      }
    >
      <div className={sheetStyles.stack}>
        {failure !== null && <Banner tone="error">{failure}</Banner>}
        {head.status === 'CLOSED' && (
          <span>O boletim fechado guarda o que for impresso agora. Para mudar depois, reabra a medição.</span>
        )}
        <div className={layout.fields}>
          {grantee.admin && (
            <CompanyFields {...{ missing, typed, problems }} set={(now) => setEdits({ ...edits, ...now })} />
          )}
          {ofBuilding && <PersonFields {...{ typed, problems }} set={(now) => setEdits({ ...edits, ...now })} />}
        </div>
        {ofCompany && !grantee.admin && (
          <span>CNPJ, endereço e logo da empresa são informados por quem administra a conta.</span>
        )}
        {missing('COMPANY_LOGO') && grantee.admin && (
          <span>
            O logo é enviado em{' '}
            <Link to={`/home/forms/settings/company?id=${head.companyId}`}>Configurações › Empresas</Link>.
          </span>
        )}
      </div>
    </Dialog>
  );
};
