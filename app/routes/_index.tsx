export default function Landing() { return <h1>hi</h1>; }
