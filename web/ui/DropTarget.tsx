import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import styles from './DropTarget.module.css';

export interface DropTargetProps {
  /** What is said while files are held over it: "Solte o XML da NF-e". */
  label: string;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  className?: string;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Takes files that are dropped on its content. A button does the same for the keyboard. */
export const DropTarget = ({ label, disabled = false, onFiles, children, className }: DropTargetProps) => {
  const [over, setOver] = useState(false);
  // Each element that the pointer crosses inside tells that it was entered and left.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      className={[styles.target, className].filter(Boolean).join(' ')}
      onDragEnter={(event) => {
        if (disabled || !hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (!disabled && hasFiles(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        leave();
        if (disabled || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className={styles.over} aria-hidden="true">
          {label}
        </div>
      )}
    </div>
  );
};
