import { errorText, fieldProblems } from '#web/client/errors.ts';
import { TextInput } from '#web/ui/index.ts';
import { useRef, useState } from 'react';
import styles from './GroupTree.module.css';

export interface GroupNameProps {
  label: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** The name of a group, typed in its place: Enter stores it, Esc does not; a refusal stays below it. */
export const GroupName = ({ label, name, onSave, onClose }: GroupNameProps) => {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useRef(false);
  const save = async (): Promise<void> => {
    const wanted = text.trim();
    if (saving.current) return;
    if (wanted === '' || wanted === name) {
      if (wanted === '' && name === '') return setProblem('Informe o nome do grupo');
      return onClose();
    }
    saving.current = true;
    try {
      await onSave(wanted);
      onClose();
    } catch (error) {
      setProblem(fieldProblems(error)[0]?.message ?? errorText(error, 'Falha para salvar grupo de insumos'));
    } finally {
      saving.current = false;
    }
  };
  return (
    <div className={styles.typing}>
      <TextInput
        value={text}
        ariaLabel={label}
        size="small"
        maxLength={80}
        placeholder="Nome do grupo"
        autoFocus
        invalid={problem !== null}
        onChange={(typed) => {
          setText(typed);
          setProblem(null);
        }}
        onBlur={() => (text.trim() === '' ? onClose() : void save())}
        onKeyDown={(event) => {
          // The keys of the tree and of the screen do not apply to typed text.
          event.stopPropagation();
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') onClose();
        }}
      />
      {problem !== null && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </div>
  );
};
