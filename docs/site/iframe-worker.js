// Pages that are opened as files may start no worker, which the search is. There, an invisible frame runs its script instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inner = frame.contentWindow;
      this.inner.postMessage = (data) => this.tell(this, data);
      const script = this.inner.document.createElement("script");
      script.src = address;
      script.onload = () => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      };
      script.onerror = () => this.dispatchEvent(new ErrorEvent("error", { message: `cannot load ${address}` }));
      this.inner.document.body.append(script);
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(this.inner, data);
    }

    terminate() {
      this.inner.frameElement?.remove();
    }

    tell(receiver, data) {
      setTimeout(() => receiver.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
