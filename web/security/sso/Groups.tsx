import { usePermissionTemplatesQuery } from '#web/generated/security.ts';
import { Banner, Button, instantText } from '#web/ui/index.ts';
import { useState } from 'react';
import { GroupsDialog } from './GroupsDialog.tsx';
import type { Organization } from './model.ts';
import styles from './sso.module.css';

/** Which groups of the provider give which templates of permissions. */
export const Groups = ({ organization }: { organization: Organization }) => {
  const { groups, groupsUnknownAt } = organization;
  const { data } = usePermissionTemplatesQuery({ fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const [editing, setEditing] = useState(false);
  const templates = data?.permissionTemplates ?? [];
  const nameOf = (id: string) => templates.find((template) => template.id === id)?.name ?? '';
  return (
    <section className={styles.section} aria-label="Grupos">
      <h3>Grupos</h3>
      {groupsUnknownAt && (
        <Banner tone="warning">
          Em {instantText(groupsUnknownAt)} o provedor não enviou os grupos de quem entrou, por serem muitos: as
          permissões ficaram como estavam. Envie só os grupos deste aplicativo, ou provisione os grupos por SCIM.
        </Banner>
      )}
      {groups.length === 0 ? (
        <p className={styles.note}>
          Os grupos do provedor podem dar permissões: cada grupo, um modelo. O que um administrador concede à mão fica à
          parte.
        </p>
      ) : (
        <ul className={styles.pairs}>
          {groups.map(({ name, templateId }) => (
            <li key={`${name} ${templateId}`}>
              {name} → {nameOf(templateId)}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setEditing(true)} disabled={data === undefined}>
          {groups.length === 0 ? 'Mapear grupos' : 'Editar grupos'}
        </Button>
      </div>
      {editing && <GroupsDialog organization={organization} templates={templates} onClose={() => setEditing(false)} />}
    </section>
  );
};
