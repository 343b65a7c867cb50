import { reread } from '#web/client/reread.ts';
import { errorText, RestFailure } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { CompanyDocument, useRemoveCompanyLogoMutation, type CompanyRowFragment } from '#web/generated/financial.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { companyForm, type CompanyForm } from './CompanyFields.tsx';
import { sendCompany } from './logoApi.ts';

const forgetLists = forgetting('companies', 'companyTotals');

/** Uploads the logo of a stored company at once; that of a new one waits for the save. */
export const useLogo = (company: CompanyRowFragment | null) => {
  const client = useApolloClient();
  const { accountId } = useSession();
  const [removeLogo] = useRemoveCompanyLogoMutation({ context: { quiet: true } });
  const [pending, setPending] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const reload = async (id: string): Promise<CompanyRowFragment | undefined> => {
    const data = await reread(client, { query: CompanyDocument, variables: { id }, quiet: false });
    return data?.row ?? undefined;
  };
  /** Creates a company and its logo in one call. @throws RestFailure */
  const createWithLogo = async (form: CompanyForm, file: File) => {
    const id = await sendCompany(accountId, form, file);
    forgetLists(client.cache);
    void client.refetchQueries({ include: ['Session'] });
    return reload(id);
  };
  const send = async (file: File) => {
    if (!company) return setPending({ file, address: URL.createObjectURL(file) });
    setBusy(true);
    setProblem(null);
    try {
      const key = { id: Number(company.id), version: company.version };
      await reload(await sendCompany(accountId, { ...key, ...companyForm.formOf(company) }, file));
      notifySuccess('Logo salvo');
    } catch (error) {
      setProblem(error instanceof RestFailure ? error.message : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const drop = async ({ id }: CompanyRowFragment): Promise<void> => {
    try {
      await removeLogo({ variables: { id } });
      notifySuccess('Logo removido');
    } catch (error) {
      notifyFailure(error);
    }
  };
  const address = pending?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);
  const remove = () => (company ? void drop(company) : setPending(null));
  return { pending, problem, busy, send, remove, createWithLogo };
};
