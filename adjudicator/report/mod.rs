//! What people read: sentences from templates, boards, forms.
