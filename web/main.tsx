import { createRoot } from 'react-dom/client';

const root = document.getElementById('app');
if (root !== null) createRoot(root).render(<main>Docket</main>);
