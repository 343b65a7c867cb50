import { readFile } from '#web/client/files.ts';
import { useEffect, useState } from 'react';

export interface StoredPictureProps {
  /** Path of the services. */
  path: string;
  name: string;
  className?: string;
  /** Class of the place that it takes until it is loaded, and where it cannot be. */
  blankClassName?: string;
}

/** A stored picture that only the token opens. */
export const StoredPicture = ({ path, name, className, blankClassName }: StoredPictureProps) => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let left = false;
    void readFile(path)
      .then((blob) => {
        if (left) return;
        url = URL.createObjectURL(blob);
        setAddress(url);
      })
      .catch(() => undefined);
    return () => {
      left = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path]);
  return address === null ? (
    <span className={blankClassName} />
  ) : (
    <img src={address} alt={name} className={className} />
  );
};
