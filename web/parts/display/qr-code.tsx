import { qrModules } from './qr-modules.ts';
import './qr-code.css';

/** The margin that the standard demands, in modules. */
const margin = 4;

/** A QR code to be read by a camera, dark on white in every theme. Nothing for a text that is too long for one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrModules(text);
  if (!code) return null;
  const size = code.length + 2 * margin;
  const dark = code.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : '')),
  );
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  );
}
