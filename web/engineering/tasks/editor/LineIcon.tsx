import { EquipmentIcon, PersonIcon, ProductIcon, TaskIcon, WarningIcon } from '#web/ui/icons.ts';
import { stripAccents } from '#domain/text.ts';
import styles from './editor.module.css';

interface LineIconProps {
  kind: 'PRODUCT' | 'TASK' | null;
  /** Name of the product type. */
  type: string | null;
}

/** What a line is made of; labour and equipment are told by the names of their types, which accounts can change. */
const look = ({ kind, type }: LineIconProps) => {
  if (kind === null) return { icon: <WarningIcon />, name: 'Sem item', style: styles.unknownIcon };
  if (kind === 'TASK') return { icon: <TaskIcon />, name: 'Composição', style: styles.taskIcon };
  const words = stripAccents(type ?? '');
  if (words.startsWith('mao de obra')) return { icon: <PersonIcon />, name: type ?? '', style: styles.labourIcon };
  if (words.startsWith('equip')) return { icon: <EquipmentIcon />, name: type ?? '', style: styles.equipmentIcon };
  return { icon: <ProductIcon />, name: type ?? 'Insumo', style: styles.productIcon };
};

export const LineIcon = (props: LineIconProps) => {
  const { icon, name, style } = look(props);
  return (
    <span role="img" aria-label={name} title={name} className={`${styles.icon} ${style ?? ''}`}>
      {icon}
    </span>
  );
};
