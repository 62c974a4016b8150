import type { ReactNode } from 'react';
import { getLateParts } from '../late.ts';

/** Items under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const { MenuSection } = getLateParts();
  return <MenuSection label={label}>{children}</MenuSection>;
}
